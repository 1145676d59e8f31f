import { z } from 'zod'
import { everyNumber, textsWith } from './text.ts'

export const lineText = textsWith({ promises: true, numbers: everyNumber })

export const heading = { title: lineText(), text: lineText() }

/** END-2: `whileOpen` follows the text while somebody can join. */
export const textNow = <Text extends z.ZodType>(text: Text) => ({
  text,
  whileOpen: text.optional(),
})
