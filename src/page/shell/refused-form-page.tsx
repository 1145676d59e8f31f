import { backToPage, formMessages, prefix } from '#campaign'
import { paths } from '#contract/api.ts'
import { pageTitle, statusOf, type ShowPage } from '#page/sections/shown-page.ts'
import { SmallPage } from '#page/sections/small-page.tsx'
import { EmailForm } from '#page/signup/email-form.tsx'
import { formWords, problemWords } from '#page/signup/form-words.ts'
import { stateOf } from '#page/signup/use-email-form.ts'

/** FORM-8: a plain form of the landing page that was not stored, with what was typed. */
export const showRefusedForm: ShowPage<'refused-form'> = (campaign, visit, site) => {
  const { placement, view, origin, pageToken } = visit
  const { forms, hero, brand, consents } = campaign
  const { title, text } = problemWords(view) ?? {
    title: formMessages.invalidTitle,
    text: undefined,
  }
  return {
    status: statusOf(view),
    title: pageTitle(title, brand),
    body: (
      <SmallPage campaign={campaign} visit={visit} heading={{ title }} figure={null}>
        {text && (
          <p className="lead" role="alert">
            {text}
          </p>
        )}
        <EmailForm
          options={{
            variant: 'inline',
            size: 'large',
            placeholder: forms.placeholder,
            ctaText: hero.cta,
            section: placement,
          }}
          served={{ pageToken, consent: consents[0], words: formWords(campaign, site) }}
          form={{ state: stateOf(view) }}
          plain={{ action: paths.join, origin }}
        />
        <p>
          <a className="back" href={`${prefix}/`}>
            {backToPage}
          </a>
        </p>
      </SmallPage>
    ),
  }
}
