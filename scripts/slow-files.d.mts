export const slowFiles: string[];
