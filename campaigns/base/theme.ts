import { defineTheme } from '#contract/theme/theme.ts'

/** Of a campaign that has no theme of its own. */
export const theme = defineTheme({
  scheme: 'light',
  color: { ground: '#FFFFFF', ink: '#16161A', accent: '#3B4CCA' },
})
