export function isUpToDate(file: string): boolean;
