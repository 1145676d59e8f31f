import { sheets, type SheetView } from '#contract/screens.ts'
import { ActForm, SheetPage, type SheetProps } from './frame.tsx'
import { HiddenFields } from './hidden-fields.tsx'

export const NoSuchSheet = ({ frame }: SheetProps) => (
  <SheetPage frame={frame} sheet={null} title="Page not found">
    <p>
      There is nothing at this address. <a href={sheets.overview.path}>To the overview</a>
    </p>
  </SheetPage>
)

export const OperatorsOnly = ({ frame }: SheetProps) => (
  <SheetPage frame={frame} sheet={null} title="For operators only">
    <p>
      You are signed in as a reader: you see counts and masked addresses. An operator can change
      your role in OPERATORS. <a href={sheets.overview.path}>To the overview</a>
    </p>
  </SheetPage>
)

/** A form came with the token of an earlier session, or with none. */
export const SendAgain = ({
  frame,
  path,
  fields,
}: SheetProps & Extract<SheetView, { screen: 'send-again' }>) => (
  <SheetPage frame={frame} sheet={null} title="Continue?">
    <p>
      This form was opened in an earlier session, so nothing was done yet. What you typed is still
      here.
    </p>
    <ActForm frame={frame} action={path} className="acts">
      <HiddenFields fields={fields} />
      <button type="submit" className="button main">
        Continue
      </button>
      <a href={sheets.overview.path}>Cancel</a>
    </ActForm>
  </SheetPage>
)
