import {
  personalColumns,
  personalParts,
  type PersonalData,
  type PersonalParts,
} from '#contract/people/personal-data.ts'

/** An English person with these values; the others are empty, null or 0, as their columns are declared. */
export const personalDataWith = (values: Partial<PersonalData>): PersonalData => ({
  ...(Object.fromEntries(
    personalColumns.map((column) => [
      column.field,
      'nullable' in column ? null : column.holds === 'time' ? 0 : '',
    ]),
  ) as Pick<PersonalData, (typeof personalColumns)[number]['field']>),
  ...(Object.fromEntries<unknown>(
    Object.entries(personalParts).map(([part, { empty }]) => [part, empty]),
  ) as PersonalParts),
  language: 'en',
  ...values,
})
