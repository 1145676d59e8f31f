/** Fills what stands in braces; what nothing fills stays as it is. A value is never searched for braces again. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (braces, name: string) => values[name] ?? braces)
