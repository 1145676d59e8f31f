import { startAskDialog } from './ask-dialog.ts'
import { startFollowing } from './follow.ts'
import { startKeys } from './keys.ts'
import { startMenu } from './menu.ts'
import { startResults } from './results.ts'

startResults(document)
startAskDialog(document)
startFollowing(document)
startKeys(document)
startMenu(document)
