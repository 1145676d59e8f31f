import type { ImportWrong } from '#server/imports/screens.ts'

export const importWrongs: Record<ImportWrong, string> = {
  token: 'This form was opened in an earlier session. Choose the file again and upload it.',
  kind: 'Choose what the people in the file are.',
  date: 'The date of the consent cannot be read: write it as 2026-01-31.',
  'no-such-day': 'The date of the consent does not exist in the calendar. Write another one.',
  file: 'Choose a file that is not empty.',
  zip: 'This is a ZIP file, as .xlsx is. Save the table as CSV (UTF-8) and upload that file.',
  'too-large': 'The file is larger than 100 MB. Split it, each part with the header line.',
  'cut-off': 'The upload was cut off. Nothing was imported. Upload the file again.',
  busy: 'Another import is being checked or runs. Wait until it has ended.',
  'no-space': 'The disk of the server is full. Nothing was imported.',
}
