/**
 * One line of a title that fills the width of its column: the face's width, and the font size in
 * percent of the column's.
 */
export type TitleLine = { text: string; width: 'wide' | 'narrow'; fit: number }
