import {
  importActPath,
  importPath,
  importRefusedPath,
  importRunPath,
} from '#contract/people/imports.ts'
import { letterPath, letterPaths } from '#contract/letters/screens.ts'
import { linePaths } from '#contract/line/screens.ts'
import { mailPaths } from '#contract/mails/screens.ts'
import { personPath } from '#contract/people/screens.ts'
import { peoplePaths } from '#contract/people/list.ts'
import { navigation, sourcesPath, type Role } from '#contract/dashboard/navigation.ts'
import { wavePaths } from '#contract/line/waves.ts'
import { loadSettings } from '#server/config/settings-screen.ts'
import { keptMailBody, loadKeptMail, loadKeptMails } from '#server/delivery/kept-mails.ts'
import { notFound } from '#server/http/loader.ts'
import {
  checkImport,
  discardImport,
  loadImport,
  loadImportAsk,
  loadImportForm,
  refusedRows,
  startImport,
} from '#server/imports/screens.ts'
import { loadLaunch } from '#server/launch/screens.ts'
import { loadLetter, loadNewLetter } from '#server/letters/compose-screen.ts'
import {
  askLetterTest,
  letterPreviewBody,
  loadLetterPreview,
  sendLetterTest,
} from '#server/letters/preview-screen.ts'
import { loadLetters } from '#server/letters/screens.ts'
import { askToSend, sendLetter } from '#server/letters/send-screen.ts'
import { loadUndelivered } from '#server/letters/undelivered-screen.ts'
import { exportRewards, loadCredits, loadLine, loadRewards } from '#server/line/screens.ts'
import { exportCodes, loadNewWave, loadWaves } from '#server/line/wave-screens.ts'
import { loadFigures } from '#server/ops/figures.ts'
import { loadFailed, loadMail } from '#server/ops/mail-screen.ts'
import { loadOverview, loadSources } from '#server/overview/screens.ts'
import { loadPerson } from '#server/people/person-screen.ts'
import {
  exportPeople,
  loadMany,
  loadPeople,
  loadProgress,
  searchPeople,
} from '#server/people/screens.ts'
import { loadActivity } from './acts.ts'

type Route = readonly [path: string, load: (...given: never[]) => Promise<unknown>, role?: Role]

/**
 * Every screen behind the sign-in: its path, its loader, and `operator` where a reader may not open
 * it. A file of `src/dashboard` draws what a loader returns (views.ts).
 */
export const screens = [
  [navigation.overview.path, loadOverview],
  [sourcesPath, loadSources],
  [navigation.figures.path, loadFigures],
  [navigation.settings.path, loadSettings, 'operator'],
  [navigation.activity.path, loadActivity],

  [peoplePaths.list, loadPeople],
  [peoplePaths.many, loadMany, 'operator'],
  [peoplePaths.progress(':id'), loadProgress, 'operator'],
  [personPath(':id'), loadPerson],

  [importPath, loadImportForm, 'operator'],
  [importRunPath(':id'), loadImport, 'operator'],
  [importActPath(':id', 'run'), loadImportAsk, 'operator'],
  [importRefusedPath(':id'), refusedRows, 'operator'],

  [navigation.launch.path, loadLaunch],

  [navigation.letters.path, loadLetters],
  [letterPaths.new, loadNewLetter, 'operator'],
  [letterPath(':id'), loadLetter],
  [letterPaths.preview(':id'), loadLetterPreview],
  [letterPaths.previewBody(':id'), letterPreviewBody],
  [letterPaths.undelivered(':id'), loadUndelivered],
  [letterPaths.test(':id'), askLetterTest, 'operator'],
  [letterPaths.send(':id'), askToSend, 'operator'],

  [navigation.mail.path, loadMail],
  [mailPaths.failed, loadFailed],
  [mailPaths.kept, loadKeptMails, 'operator'],
  [`${mailPaths.kept}/:id`, loadKeptMail, 'operator'],
  [`${mailPaths.kept}/:id/body`, keptMailBody, 'operator'],

  [`${navigation.overview.path}/*`, async () => notFound],
] as const satisfies readonly Route[]

/** The same where the campaign has a line. */
export const screensOfLine = [
  [linePaths.line, loadLine],
  [linePaths.credits, loadCredits],
  [linePaths.rewards, loadRewards],
  [wavePaths.waves, loadWaves],
  [wavePaths.new, loadNewWave, 'operator'],
] as const satisfies readonly Route[]

/** The forms of operators that are no declared act: their path, and what reads and answers them. */
export const forms = [
  [peoplePaths.search, searchPeople],
  [peoplePaths.export, exportPeople],
  [importActPath(':id', 'run'), startImport],
  [importActPath(':id', 'check'), checkImport],
  [importActPath(':id', 'discard'), discardImport],
  [letterPaths.test(':id'), sendLetterTest],
  [letterPaths.send(':id'), sendLetter],
] as const satisfies readonly Route[]

export const formsOfLine = [
  [linePaths.exportRewards, exportRewards],
  [wavePaths.codes(':id'), exportCodes],
] as const satisfies readonly Route[]
