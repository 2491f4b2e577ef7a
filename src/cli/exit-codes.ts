/** Wrong usage, or what was asked for can't be had. */
export const couldNotRun = 2;
