import type { Wrong } from '#contract/figures/figures.ts'
import { promiseText, type Promised } from '#contract/promises/blanks.ts'
import { promises } from '#contract/promises/promises.ts'
import { mainLang } from '#contract/mails/mails.ts'
import { blanksIn } from '#contract/text.ts'
import { kindOf, unknownKey } from './reasons.ts'

/**
 * What is wrong with the words of the base that a campaign replaces, by the base's own. `promised`:
 * what their blanks may promise besides.
 */
export function wrongOwnWords(
  own: unknown,
  base: unknown,
  promised: Promised = promises,
  key = 'words',
): Wrong[] {
  if (own === undefined) return []
  const [given, declared] = [kindOf(own), kindOf(base)]
  if (given !== declared) return [{ key, reason: `it is ${given}, and has to be ${declared}` }]
  if (typeof own === 'string') return wrongWord(key, own, blanksIn(base as string), promised)
  if (!isRecord(own) || !isRecord(base)) return []
  return Object.entries(own).flatMap(([name, inner]) =>
    name in base
      ? wrongOwnWords(inner, base[name], promised, `${key}.${name}`)
      : [{ key: `${key}.${name}`, reason: unknownKey(name, Object.keys(base)) }],
  )
}

function wrongWord(
  key: string,
  text: string,
  known: readonly string[],
  promised: Promised,
): Wrong[] {
  if (text.trim() === '') return [{ key, reason: 'the text is empty' }]
  return blanksIn(text)
    .filter((name) => !known.includes(name) && !promiseText(promised, name, mainLang))
    .map((name) => ({ key, reason: `nothing fills in {${name}} here` }))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
