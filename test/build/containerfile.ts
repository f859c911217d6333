// The rules of hadolint that this project keeps; hadolint itself is no package.

type Instruction = { name: string; rest: string };

/** Without comments, and with continued lines joined. */
export const listInstructions = (text: string): Instruction[] =>
  text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => {
      const [name = ''] = line.split(/\s/);
      return { name, rest: line.slice(name.length).trim() };
    });

/** The images that it builds on, with their arguments' defaults. */
export function listBases(text: string): string[] {
  const all = listInstructions(text);
  const defaults = new Map(
    all
      .filter(({ name }) => name === 'ARG')
      .map(({ rest }) => rest.split('=') as [string, string | undefined]),
  );
  const stages = all.filter(({ name }) => name === 'FROM').map(({ rest }) => rest.split(/\s+/));
  const own = new Set(stages.map(([, , alias]) => alias));
  return stages
    .map(([image = '']) =>
      image.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => defaults.get(name) ?? ''),
    )
    .filter((image) => !own.has(image));
}

/** Each fault as a sentence without its place: the file is short. */
export function findFaults(text: string): string[] {
  const all = listInstructions(text);
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
  const runs = all.filter(({ name, rest }) => name === 'RUN' && rest.includes('apt-get install'));
  const shell = last.find(({ name }) => name === 'SHELL')?.rest ?? '';
  const user = last.findLast(({ name }) => name === 'USER')?.rest ?? 'root';
  const has = (instruction: string) => last.some(({ name }) => name === instruction);
  const isRun = has('RUN');
  const entry = last.find(({ name }) => name === 'ENTRYPOINT')?.rest ?? '';
  const faults: [fault: string, isThere: boolean][] = [
    ...listBases(text).map((image): [string, boolean] => [
      `the base ${image} has no exact version`,
      !/:\d+\.\d+/.test(image),
    ]),
    ...runs.flatMap(({ rest }): [string, boolean][] => [
      [
        'apt-get install without --no-install-recommends',
        !rest.includes('--no-install-recommends'),
      ],
      ['apt-get install without -y', !/install.* -y\b/.test(rest)],
      ['apt-get without removing its lists', !rest.includes('rm -rf /var/lib/apt/lists/*')],
    ]),
    ['ADD instead of COPY', all.some(({ name }) => name === 'ADD')],
    ['RUN without pipefail', isRun && !shell.includes('"pipefail"')],
    ['it runs as root', /^(root|0)(:|$)/.test(user)],
    ['no HEALTHCHECK', !has('HEALTHCHECK')],
    ['no init', !/"tini"/.test(entry)],
    ['sudo', all.some(({ rest }) => /\bsudo\b/.test(rest))],
  ];
  return [...new Set(faults.filter(([, isThere]) => isThere).map(([fault]) => fault))];
}
