import type { ReactNode } from 'react'
import { peoplePaths, type PeopleQuery } from '#contract/people-list.ts'
import { ActForm } from '#dashboard/frame/screen.tsx'
import { HiddenFields } from '#dashboard/frame/elements.tsx'

/** Posts, because an export is written to the log. */
export const ExportForm = ({
  query,
  className,
  children,
}: {
  query: PeopleQuery
  className: string
  children: ReactNode
}) => (
  <ActForm action={peoplePaths.export}>
    <HiddenFields fields={Object.entries(query)} />
    <button type="submit" className={className}>
      {children}
    </button>
  </ActForm>
)
