import { defineTheme } from '#contract/theme/theme.ts'

/** The colours of the Fuel Protocol: gold on black. */
export const theme = defineTheme({
  scheme: 'dark',
  color: {
    ground: '#0A0A0B',
    raised: '#111113',
    floating: '#18181B',
    highest: '#222226',
    ink: '#F6F4F0',
    body: '#C8C5BE',
    quiet: '#98958E',
    accent: '#F4B740',
    accentHover: '#FFCF70',
    onAccent: '#16100A',
    accentTint: '#211B10',
    urgent: '#FB8B24',
    bad: '#FF5A52',
    badTint: '#271414',
    badText: '#FF8F88',
    good: '#4ADE9A',
    line: '#FFFFFF17',
    border: '#FFFFFF33',
    underline: '#FFFFFF5C',
    field: '#74737C',
    ring: '#FFE2A3',
    taken: '#8A8890',
    scrim: '#000000B8',
    shadow: '#00000099',
  },
  other: {
    body: '#3A3A40',
    quiet: '#5E5C57',
    accent: '#8A5A00',
    bad: '#B3261E',
    badText: '#B3261E',
  },
  paper: { ground: '#F6F4F0', ink: '#0A0A0B' },
  mail: {
    dark: { quiet: '#A8A59E', line: '#38383C' },
    light: { line: '#D9D7D2' },
  },
})
