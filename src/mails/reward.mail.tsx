import { numberText } from '#contract/numbers.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { MailOf } from '#contract/mails/mails.ts'
import { fill } from '#contract/text.ts'
import { Action, Paragraphs } from './blocks.tsx'
import type { MailContent } from './layout.tsx'
import { Framed, Ladder, LineFooter } from './line-blocks.tsx'
import type { LineParts } from './mail-parts.ts'
import { fillHead, lineOf, lineWords, rewardName, rewardOf } from './words.ts'

/**
 * LINE-6: a reward is the reader's. The ladder names others that became theirs at the same time.
 * Nothing in it depends on who their friends are.
 */
export function template(campaign: Campaign, mail: MailOf<'reward'>, line: LineParts): MailContent {
  const { friends, also = [] } = mail
  const { reward: words, page } = lineWords(campaign)
  const texts = rewardTexts(campaign, friends)
  const numbers = [friends, ...also].flatMap((step) => {
    const number = line.texts[`number${step}`]
    return number === undefined ? [] : [{ step, number }]
  })
  return {
    words: fillHead(words, (text) => fill(text, texts)),
    label: fill(words.label, texts),
    children: (
      <>
        <Paragraphs texts={[fill(words.text, texts)]} />
        {numbers.map(({ step, number }) => (
          <Framed
            key={step}
            value={number}
            text={fill(words.number, rewardTexts(campaign, step))}
          />
        ))}
        <Ladder campaign={campaign} line={line} />
        <Action href={mail.meUrl} label={page} />
      </>
    ),
    footer: <LineFooter {...mail} mails={campaign.mails} />,
  }
}

function rewardTexts(campaign: Campaign, friends: number) {
  const { terms } = lineOf(campaign)
  const reward = rewardOf(terms, friends)
  return {
    reward: rewardName(campaign, reward),
    n: String(terms.rewards.indexOf(reward) + 1),
    of: String(terms.rewards.length),
    limit: numberText(reward.limit ?? 0, campaign.language),
  }
}
