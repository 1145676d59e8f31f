import type { Campaign } from '#contract/campaign.ts'
import { mailDeclarationOf, mailTemplates, type Mail } from '#contract/mails.ts'
import { performanceTypes } from '#contract/quiz.ts'

const base = {
  email: 'sanne@example.com',
  unsubscribeUrl: 'https://fuel.example/unsubscribe/L3aveT0ken',
  meUrl: 'https://fuel.example/me/M3T0ken',
}
const linkTo = (name: string) => {
  const noun = name.replace(/Url$/, '')
  return `https://fuel.example/${noun}/${noun[0]!.toUpperCase()}${noun.slice(1).replace('o', '0')}T0ken`
}

/** Every mail that a campaign can send to Sanne, each with a name that can be a file's name. */
export const everyMail = ({ quiz, sequence }: Campaign): { name: string; mail: Mail }[] =>
  mailTemplates.flatMap((template) => {
    const { links = [], quizType, step } = mailDeclarationOf(template)
    const mail = {
      template,
      ...base,
      ...Object.fromEntries(links.map((name) => [name, linkTo(name)])),
    }
    const variants = step
      ? performanceTypes.flatMap((type) =>
          (sequence?.steps ?? []).map(({ name }) => ({
            name: `${type}-${name}`,
            mail: { ...mail, step: name, quizType: type },
          })),
        )
      : [
          ...(quizType === 'required' ? [] : [{ name: template, mail }]),
          ...(quiz && quizType
            ? performanceTypes.map((type) => ({
                name: `${template}-${type}`,
                mail: { ...mail, quizType: type },
              }))
            : []),
        ]
    // The declaration from which the type follows also gives the values.
    return variants as { name: string; mail: Mail }[]
  })
