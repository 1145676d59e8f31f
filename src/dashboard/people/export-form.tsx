import type { ReactNode } from 'react'
import { peoplePaths, type PeopleQuery } from '#contract/people-list.ts'
import { ActForm, type ScreenProps } from '#dashboard/frame/screen.tsx'
import { HiddenFields } from '#dashboard/frame/hidden-fields.tsx'

/** Posts, because an export is written to the log. */
export const ExportForm = ({
  frame,
  query,
  className,
  children,
}: ScreenProps & { query: PeopleQuery; className: string; children: ReactNode }) => (
  <ActForm frame={frame} action={peoplePaths.export}>
    <HiddenFields fields={Object.entries(query)} />
    <button type="submit" className={className}>
      {children}
    </button>
  </ActForm>
)
