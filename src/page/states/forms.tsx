import { campaign } from '#campaign/campaign.ts'
import type { FormView } from '#contract/render.ts'
import { SignupForm } from '#page/signup/signup-form.island.tsx'
import { JoinedLine } from '#page/signup/form-notices.tsx'
import type { FormWords } from '#page/signup/form-words.ts'
import type { State } from './gallery.tsx'
import { longAddress, served, servedWithoutScript, welcome } from './served.ts'

const typed = (text: string): FormView => ({ state: 'idle', typed: text })

/** FORM-1 to FORM-10 in the hero's place. The script presses the button of 'submitting'. */
const views: readonly [id: string, name: string, view: FormView][] = [
  ['idle', 'Empty', typed('')],
  ['focus', 'Focus on the field', typed('')],
  ['invalid', 'Invalid', typed('sanne@fuel')],
  ['valid', 'Valid', typed('sanne@example.com')],
  ['button-focus', 'Focus on the button', typed('sanne@example.com')],
  ['submitting', 'Submitting', typed('sanne@example.com')],
  ['success', 'Success', welcome('sanne@example.com')],
  ['long', 'An address of 254 characters', typed(longAddress)],
  ['long-success', 'Success with 254 characters', welcome(longAddress)],
]

const { words } = served()
const line = (id: string, name: string, joined: FormWords['joined']): State => ({
  id: `form-${id}`,
  name,
  node: (
    <div className="capture" data-joined="">
      <JoinedLine words={{ ...words, joined }} />
    </div>
  ),
})

const drawn = (id: string, name: string, form: ReturnType<typeof served>): State => ({
  id: `form-${id}`,
  name,
  node: (
    <SignupForm
      variant="inline"
      size="large"
      placeholder={campaign.forms.placeholder}
      ctaText={campaign.hero.cta}
      section="hero"
      served={form}
    />
  ),
})

export const forms: readonly State[] = [
  ...views.map(([id, name, view]) => drawn(id, name, served(view))),
  drawn(
    'success-without-script',
    'Success, without script',
    servedWithoutScript(welcome('sanne@example.com')),
  ),
  line('joined', 'After a sign-up elsewhere on the page', words.joined),
  line('joined-confirmed', 'Once this browser has confirmed', { text: words.joined.text }),
]
