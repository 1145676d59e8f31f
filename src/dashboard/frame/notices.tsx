import { navigation } from '#contract/dashboard/navigation.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { ActForm, Screen } from './screen.tsx'
import { HiddenFields } from './elements.tsx'

export const NotFound = () => (
  <Screen nav={null} title="Page not found">
    <p>
      There is nothing at this address. <a href={navigation.overview.path}>To the overview</a>
    </p>
  </Screen>
)

export const OperatorsOnly = () => (
  <Screen nav={null}>
    <p>
      You are signed in as a reader: you see counts and masked addresses. An operator can change
      your role in OPERATORS. <a href={navigation.overview.path}>To the overview</a>
    </p>
  </Screen>
)

/** A form came with the token of an earlier session, or with none. */
export const SendAgain = ({ path, fields }: ViewOf<'send-again'>) => (
  <Screen nav={null}>
    <p>
      This form was opened in an earlier session, so nothing was done yet. What you typed is still
      here.
    </p>
    <ActForm action={path} className="acts">
      <HiddenFields fields={fields} />
      <button type="submit" className="button main">
        Continue
      </button>
      <a href={navigation.overview.path}>Cancel</a>
    </ActForm>
  </Screen>
)
