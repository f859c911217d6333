// How the Python client calls things: `customs.calculate_vehicle`.

const words = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except ' +
    'finally for from global if import in is lambda nonlocal not or pass raise return try while ' +
    'with yield'
  ).split(' '),
);

/** Words of the language get an underscore. */
export const pythonArgument = (name: string): string => (words.has(name) ? `${name}_` : name);

const snakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Of a call, a group or both: `customs.calculateVehicle`. */
export const pythonName = (name: string): string =>
  name
    .split('.')
    .map((part) => pythonArgument(snakeCase(part)))
    .join('.');
