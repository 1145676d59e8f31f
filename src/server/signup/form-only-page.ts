import { formMessages, form as words } from '#campaign/copy/interface.ts'
import { paths } from '#contract/api.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { FormView } from '#contract/render.ts'
import { fieldNames } from '#contract/waitlist.ts'
import { escapeHtml } from '#server/http/page-template.ts'

/** A plain form to send again: its URL, the typed text with its error, and its hidden fields. */
export type FormOnly = {
  action: string
  view: Exclude<FormView, { state: 'welcome' | 'idle' }>
  values: Readonly<Record<string, string>>
  button: { text: string; lang?: string }
}

/**
 * A page of 1 KB with nothing but the form, made without React. Networks that had many forms
 * rejected get it instead of the whole page; the form works the same.
 */
export function formOnlyPage(
  { action, view, values, button }: FormOnly,
  { forms, consents: [consent], brand }: Pick<Campaign, 'forms' | 'consents' | 'brand'>,
): string {
  const [title, text] = messageOf(view)
  const hidden = Object.entries(values)
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join('')
  const agreed = escapeHtml(consent.text.slice(0, -consent.link.length))
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(`${title} – ${brand}`)}</title></head>` +
    `<body><main><h1>${escapeHtml(title)}</h1><p id="error" role="alert">${escapeHtml(text)}</p><form method="post" action="${escapeHtml(action)}" novalidate>` +
    `<p><label for="email">${escapeHtml(forms.label)}</label> <input id="email" name="${fieldNames.email}" type="email" autocomplete="email" aria-describedby="error" value="${escapeHtml(view.typed)}">` +
    ` <button${button.lang ? ` lang="${escapeHtml(button.lang)}"` : ''}>${escapeHtml(button.text)}</button></p><p>${agreed}<a href="${paths.privacy}">${escapeHtml(consent.link)}</a></p>` +
    `<input type="hidden" name="${fieldNames.trap}" value="">${hidden}</form></main></body></html>`
  )
}

function messageOf(view: FormOnly['view']): [title: string, text: string] {
  switch (view.state) {
    case 'invalid':
      return [formMessages.invalidTitle, formMessages.invalid]
    case 'busy':
      return [words.busyTitle, words.busy.replace('{seconds}', String(view.retryAfterS))]
    case 'not-stored':
      return [words.notStoredTitle, words.notStored]
  }
}
