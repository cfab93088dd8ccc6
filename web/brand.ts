export const markClass = (id: string): string => `mark-${id}`
