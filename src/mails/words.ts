/**
 * Replaces `{name}` by its value. Unknown placeholders are left unchanged; values are not searched
 * for placeholders.
 */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (braces, name: string) => values[name] ?? braces)
