import { isLanguageTag } from '#contract/letters.ts'
import { mainLang } from '#contract/mails.ts'
import { parseAudience } from '#server/letters/audience.ts'
import type { Draft } from '#server/letters/drafts.ts'

/**
 * What the form of a letter contains. Any text can be saved. Null for an audience that cannot be
 * read: then nobody may be added whom it would exclude.
 */
export function draftIn(body: unknown): Draft | null {
  const sent = (body ?? {}) as Record<string, unknown>
  const text = (name: string) => (typeof sent[name] === 'string' ? sent[name] : '')
  const fields = { type: text('type'), source: text('source') }
  const audience = parseAudience(new URLSearchParams(fields).toString())
  return (
    audience && {
      text: {
        subject: text('subject'),
        preview: text('preview'),
        // A form sends its lines with CRLF (HTML 4.10.21.7).
        body: text('body').replaceAll('\r\n', '\n'),
        lang: isLanguageTag(text('lang')) ? text('lang') : mainLang,
      },
      audience,
    }
  )
}
