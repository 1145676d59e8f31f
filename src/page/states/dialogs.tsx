import { campaign } from '#campaign/campaign.ts'
import { ExitIntent } from '#page/popups/exit-intent.tsx'
import { ExitIntentSecond } from '#page/popups/exit-intent-second.tsx'
import type { State } from './gallery.tsx'
import { idle, longAddress, served, welcome } from './served.ts'

export const dialogs: readonly State[] = [
  { id: 'exit', name: 'Exit intent', node: <ExitIntent open campaign={campaign} served={served(idle)} /> },
  { id: 'exit-second', name: 'Exit intent, second', node: <ExitIntentSecond open campaign={campaign} served={served(idle)} /> },
  { id: 'exit-invalid', name: 'Exit intent, invalid', node: <ExitIntent open campaign={campaign} served={served({ state: 'idle', typed: 'sanne@fuel' })} /> },
  { id: 'exit-second-success', name: 'Exit intent, second, success', node: <ExitIntentSecond open campaign={campaign} served={served(welcome(longAddress))} /> },
]
