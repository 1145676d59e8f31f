import { compareCorpus, findCorpus, type Compared } from './corpus.ts'
import { claim, figure, note } from './measure.ts'

/** As of the commits that the promises were made for: of 162 hard reports, 150. */
const leastShare = 150 / 162

/** BACK-4: how the collection of reports of Sisimai is classified, against the verdicts of its tests. */
export async function reports(folder: string): Promise<void> {
  const all = await compareCorpus(findCorpus(folder))
  const hard = all.filter(({ theirs }) => theirs === 'hard')
  const other = all.filter(({ theirs }) => theirs === 'other')
  const found = hard.filter(isHard)
  const wrong = other.filter(isHard)
  const least = Math.floor(hard.length * leastShare)
  figure('reports with a verdict', all.length)
  claim(
    `hard here, of ${hard.length} reports that Sisimai calls hard`,
    found.length,
    found.length >= least,
    `at least ${least}`,
  )
  claim(
    `hard here, of ${other.length} refusals that it calls neither hard nor doubtful`,
    wrong.length,
    wrong.length === 0,
    'none',
  )
  for (const deviation of [...hard.filter((one) => !isHard(one)), ...wrong])
    note(`\`${deviation.name}\`: ${deviation.reason} there, ${deviation.ours} here.`)
  const complaints = all.filter(({ reason }) => reason === 'feedback')
  note(
    `Of ${complaints.length} complaints ${complaints.filter(({ ours }) => ours === 'complaint').length} are complaints here; others are reports about no mail of a person, or came through a webhook.`,
  )
}

const isHard = ({ ours }: Compared): boolean => ours === 'hard-bounce'
