import { formMessages, form as words } from '#campaign/copy/interface.ts'
import { paths } from '#contract/api.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { FormView } from '#contract/render.ts'
import { fieldNames } from '#contract/waitlist.ts'
import { escapeHtml } from '#server/http/page-template.ts'

/** A plain form to be sent again: where it goes, what was typed, and what it sends beside that. */
export type SmallForm = {
  action: string
  view: Exclude<FormView, { state: 'welcome' | 'idle' }>
  values: Readonly<Record<string, string>>
  button: { text: string; lang?: string }
}

/** The form alone, in 1 KB and without React: what a network gets that has many forms refused. It works as the one on the page does. */
export function smallForm(
  { action, view, values, button }: SmallForm,
  { forms, consents: [consent], brand }: Pick<Campaign, 'forms' | 'consents' | 'brand'>,
): string {
  const [title, text] = saidOf(view)
  const hidden = Object.entries(values)
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join('')
  const agreed = escapeHtml(consent.text.slice(0, -consent.link.length))
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(`${title} – ${brand}`)}</title></head>` +
    `<body><main><h1>${escapeHtml(title)}</h1><p id="said" role="alert">${escapeHtml(text)}</p><form method="post" action="${escapeHtml(action)}" novalidate>` +
    `<p><label for="email">${escapeHtml(forms.label)}</label> <input id="email" name="${fieldNames.email}" type="email" autocomplete="email" aria-describedby="said" value="${escapeHtml(view.typed)}">` +
    ` <button${button.lang ? ` lang="${escapeHtml(button.lang)}"` : ''}>${escapeHtml(button.text)}</button></p><p>${agreed}<a href="${paths.privacy}">${escapeHtml(consent.link)}</a></p>` +
    `<input type="hidden" name="${fieldNames.trap}" value="">${hidden}</form></main></body></html>`
  )
}

function saidOf(view: SmallForm['view']): [title: string, text: string] {
  switch (view.state) {
    case 'invalid':
      return [formMessages.invalidTitle, formMessages.invalid]
    case 'busy':
      return [words.busyTitle, words.busy.replace('{seconds}', String(view.retryAfterS))]
    case 'not-stored':
      return [words.notStoredTitle, words.notStored]
  }
}
