export function isComplete(folder: string): boolean;
