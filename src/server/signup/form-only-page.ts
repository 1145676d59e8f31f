import { formMessages, form } from '#campaign/copy/interface.ts'
import { paths } from '#contract/api.ts'
import type { Campaign, Consent } from '#contract/campaign.ts'
import type { FormView } from '#contract/render.ts'
import { fieldNames } from '#contract/waitlist.ts'
import { escapeHtml } from '#server/http/page-template.ts'

/** A plain form to send again: its URL, the typed text with its error, and its hidden fields. */
export type FormOnly = {
  action: string
  view: Exclude<FormView, { state: 'welcome' | 'idle' }>
  values: Readonly<Record<string, string>>
  /**
   * `lang` is the language of the form's words if it is not the page's; `label` defaults to the
   * campaign's
   */
  words: { lang?: string; label?: string; button: string }
  /** default: the campaign's newest */
  consent?: Consent
  /** what went wrong, if the form has words of its own for it */
  message?: Message | undefined
}
type Message = { title: string; titleLang?: string; text: string; textLang?: string }

type Words = Pick<Campaign, 'forms' | 'consents' | 'brand'>

/**
 * A page of 1 KB with nothing but the form, made without React. Networks that had many forms
 * rejected get it instead of the whole page; the form works the same.
 */
export function formOnlyPage(
  { action, view, values, words, consent: given, message = messageOf(view) }: FormOnly,
  { forms, consents, brand }: Words,
): string {
  const consent = given ?? consents[0]
  const hidden = Object.entries(values)
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join('')
  const agreed = escapeHtml(consent.text.slice(0, -consent.link.length))
  const title = escapeHtml(message.title)
  return (
    `<!doctype html><html lang="${escapeHtml(words.lang ?? 'en')}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title${langOf(message.titleLang)}>${title} – ${escapeHtml(brand)}</title></head>` +
    `<body><main><h1${langOf(message.titleLang)}>${title}</h1><p id="error" role="alert"${langOf(message.textLang)}>${escapeHtml(message.text)}${reasonOf(view)}</p><form method="post" action="${escapeHtml(action)}" novalidate>` +
    `<p><label for="email">${escapeHtml(words.label ?? forms.label)}</label> <input id="email" name="${fieldNames.email}" type="email" autocomplete="email" aria-describedby="error" value="${escapeHtml(view.typed)}">` +
    ` <button>${escapeHtml(words.button)}</button></p><p${langOf(consent.lang ?? (words.lang && formMessages.lang))}>${agreed}<a href="${paths.privacy}">${escapeHtml(consent.link)}</a></p>` +
    `<input type="hidden" name="${fieldNames.trap}" value="">${hidden}</form></main></body></html>`
  )
}

/** FORM-2: the line below the message. */
const reasonOf = (view: FormOnly['view']) =>
  view.state === 'invalid' && view.reason ? `<br>${escapeHtml(view.reason)}` : ''

const langOf = (lang: string | undefined) => (lang ? ` lang="${escapeHtml(lang)}"` : '')

function messageOf(view: FormOnly['view']): Message {
  switch (view.state) {
    case 'invalid': {
      const { invalidTitle: title, invalid: text, lang } = formMessages
      return { title, titleLang: lang, text, textLang: lang }
    }
    case 'busy':
      return {
        title: form.busyTitle,
        text: form.busy.replace('{seconds}', String(view.retryAfterS)),
      }
    case 'not-stored':
      return { title: form.notStoredTitle, text: form.notStored }
  }
}
