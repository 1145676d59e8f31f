import type { ReactNode } from 'react'
import { FormElement, type EmailFormOptions, type FormProps } from './form-element.tsx'
import { JoinedLine } from './form-notices.tsx'
import type { FormWords } from './form-words.ts'

type Props = FormProps & {
  /** shown above the form */
  problem?: ReactNode
  /** replaces the form */
  panel?: ReactNode
  /**
   * FORM-9: the line that replaces the form after a sign-up elsewhere. With `formPath` the server
   * shows the line, and its link leads to the page with the form.
   */
  joinedLine?: { words: FormWords; formPath?: string | undefined }
}

/**
 * A form for one e-mail address. It works without script (FORM-8); with script it validates as the
 * visitor types.
 */
export function EmailForm({ problem, panel, joinedLine, ...form }: Props) {
  const {
    options: { section, cta },
    form: { state, refs },
  } = form
  const slot = { ...formSlot({ section, cta, reopened: state.reopened }), ref: refs?.slot }
  if (panel) return <div {...slot}>{panel}</div>
  return (
    <div {...slot} data-joined={joinedLine?.formPath && ''}>
      {joinedLine && <JoinedLine {...joinedLine} />}
      {problem}
      <FormElement {...form} />
    </div>
  )
}

/** The element that holds a form, or the panel that replaces it. */
export const formSlot = ({
  section,
  cta,
  reopened,
}: Pick<EmailFormOptions, 'section' | 'cta'> & { reopened?: boolean }) => ({
  className: 'capture',
  id: `${section}-form`,
  tabIndex: -1,
  'data-type': cta === 'hero-cta' ? cta : undefined,
  'data-again': reopened ? '' : undefined,
})
