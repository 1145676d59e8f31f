/** The server's sentences name the options of the command; here they are fields of a form. */
export const ofForm = (sentence: string): string =>
  words.reduce((text, [option, field]) => text.replaceAll(option, field), sentence)

const words = [
  ['the option --consent-date', "the field 'When they agreed'"],
  ['the option --consent-source', "the field 'Where they agreed'"],
  ['with --ignore-column', "in 'Columns to leave out'"],
  ['with --status-column', "in 'Status columns'"],
  ['choose --unconfirmed', "choose 'Did not confirm yet'"],
  ['--ignore-column names', "'Columns to leave out' names"],
  ['--status-column names', "'Status columns' names"],
] as const
