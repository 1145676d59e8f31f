import { defineTheme } from '#contract/theme/theme.ts'

/** Orange on paper. */
export const theme = defineTheme({
  scheme: 'light',
  color: {
    ground: '#FBF9F5',
    ink: '#1B1A17',
    accent: '#B8420B',
    accentHover: '#93340A',
    onAccent: '#FFFFFF',
  },
  radius: 0,
})
