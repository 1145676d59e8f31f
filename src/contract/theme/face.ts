/** A typeface: one file, which display type and labels use in one weight. */
export type Face = {
  family: string
  /** a path below campaigns/, at most 20 KB */
  file: string
  weight: number
  /** its widths, as '62% 125%'; '100%' for a face of one width */
  stretch: string
  /** in em: what its metrics say, so that a fallback's lines have the same height */
  ascent: number
  descent: number
  /** how wide it is beside Arial Narrow Bold and Arial Bold */
  narrow: number
  wide: number
}

export const largestFaceBytes = 20 * 1_024

/**
 * Archivo, semibold, with its axis of widths (SIL Open Font License): Latin letters with the accents
 * of western Europe, digits, and common signs. Decision 094 says how its file was made.
 */
export const archivo: Face = {
  family: 'Archivo',
  file: 'base/fonts/archivo-600-wdth.woff2',
  weight: 600,
  stretch: '62% 125%',
  ascent: 0.878,
  descent: 0.21,
  narrow: 0.81,
  wide: 1.01,
}

/** A typeface for running text, in one width. Bold text is in the face of labels. */
export type TextFace = Pick<Face, 'family' | 'file' | 'weight'>

/** Archivo, regular: Latin letters and signs (SIL Open Font License). Decision 099 says how its file was made. */
export const archivoText: TextFace = {
  family: 'Archivo',
  file: 'base/fonts/archivo-400.woff2',
  weight: 400,
}
