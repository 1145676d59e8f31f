/** The words of the figures, in the order of the campaign's. */
export const figures = {
  audience: {
    value: {
      parts: [
        { name: 'oprichters van startups' },
        { name: 'HYROX-atleten' },
        { name: 'makers van content' },
        { name: 'moderne strijders' },
      ],
    },
  },
  cohort: [
    { text: 'meer energie binnen 14 dagen' },
    { text: 'meldt 25%+ betere focus' },
    { text: 'houdt routines vol na 90 dagen' },
  ],
} as const
