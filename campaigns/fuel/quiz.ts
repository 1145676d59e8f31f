import type { QuizCopy, TypeCopy } from '#contract/quiz/quiz.ts'

/**
 * An option's score for each type, 1 to 3, in the order of the types. `quiz.test.ts` tries all 256
 * ways to answer.
 */
const scores = (focus: number, energy: number, stress: number, motivation: number) => ({
  focus,
  energy,
  stress,
  motivation,
})
const option = (id: string, icon: string, text: string, given: ReturnType<typeof scores>) => ({
  id,
  text,
  icon,
  scores: given,
})

/**
 * Each result stores the ids of its options: an option that is only reworded keeps its id, a
 * different option gets a new one.
 */
const questions = [
  {
    id: 'energy_pattern',
    question: 'When do you run at full power?',
    subtitle: 'Think of an ordinary working day, not your best one.',
    options: [
      option(
        'first-hours',
        'sunrise',
        'In the first hours, with the door shut and the phone away.',
        scores(3, 1, 2, 1),
      ),
      option(
        'all-day',
        'battery',
        'Most of the day, as long as I eat on time and keep moving.',
        scores(1, 3, 1, 2),
      ),
      option(
        'quiet-evening',
        'moon',
        'Once it goes quiet and nobody wants anything from me.',
        scores(2, 1, 3, 1),
      ),
      option('big-days', 'flag', 'On days when there is something to win.', scores(1, 2, 1, 3)),
    ],
  },
  {
    id: 'focus_challenge',
    question: 'What breaks your focus?',
    subtitle: 'Pick what happened most often this week.',
    options: [
      option(
        'hardly-anything',
        'target',
        'Not much. If you need me, you have to call twice.',
        scores(3, 1, 2, 1),
      ),
      option(
        'sitting-still',
        'stride',
        'Sitting still. After a walk or a workout I think straighter.',
        scores(1, 3, 1, 2),
      ),
      option(
        'other-peoples-rush',
        'anchor',
        'Other people’s hurry. I keep a cool head myself.',
        scores(1, 2, 3, 1),
      ),
      option(
        'no-point',
        'compass',
        'Work without a point. Give me a reason and I am back in.',
        scores(2, 1, 1, 3),
      ),
    ],
  },
  {
    id: 'stress_response',
    question: 'Pressure builds. What do you do?',
    subtitle: 'The deadline is tomorrow, and something goes wrong.',
    options: [
      option(
        'one-thing',
        'list',
        'Shut everything. One task done, and only then the next.',
        scores(3, 1, 2, 1),
      ),
      option(
        'move-first',
        'pulse',
        'Move for half an hour, then carry on with a clear head.',
        scores(1, 3, 2, 1),
      ),
      option(
        'breathe-and-cut',
        'breath',
        'Breathe slowly, write down what counts today, leave the rest.',
        scores(2, 1, 3, 1),
      ),
      option(
        'switch-on',
        'flame',
        'That is when I switch on. I do my best work under pressure.',
        scores(1, 2, 1, 3),
      ),
    ],
  },
  {
    id: 'goal_pursuit',
    question: 'How did you reach your last real goal?',
    subtitle: 'One that you really did reach.',
    options: [
      option(
        'blocks-in-the-week',
        'grid',
        'With fixed blocks in my week, and nothing between them.',
        scores(3, 1, 1, 2),
      ),
      option(
        'body-first',
        'plate',
        'Sleep, food and training first. The rest followed.',
        scores(1, 3, 2, 1),
      ),
      option(
        'every-day-a-little',
        'steps',
        'A little every day, bad days included.',
        scores(1, 2, 3, 1),
      ),
      option(
        'eyes-on-the-prize',
        'peak',
        'I knew what it was for, and somebody was watching.',
        scores(2, 1, 1, 3),
      ),
    ],
  },
]

const types = {
  focus: {
    title: 'Focus Optimizer',
    description:
      'Your strongest system is attention. Once you are in a task you stay in it, and what you start gets finished. The flip side: you forget to eat, to drink and to stop in time, and the afternoon sends you the bill.',
    recommendation:
      'Protect two blocks of 90 minutes a day, the first within two hours of getting up. Drink half a litre of water in the first hour, and eat something with protein before the second block. Last coffee eight hours before bed. Close each block with a ten-minute walk: attention comes back faster on your feet than on a screen.',
    bottleneck:
      'Attention is what splinters first. Start tomorrow with one block of 45 minutes and no phone in the room.',
  },
  energy: {
    title: 'Energy Maximizer',
    description:
      'Your strongest system is your body. With sleep, food and movement in order you run all day without a dip. The flip side: when one of the three drops out, the rest sinks with it, and you feel it the same day.',
    recommendation:
      'Get up within the same half hour every day, weekends too, and be outside within an hour. Eat three fixed meals with 25 to 40 grams of protein, the biggest portion of carbs around your training. Train three times a week, one of them easy enough to hold a conversation. Put your heaviest work in the two hours after you move.',
    bottleneck:
      'Energy is what sags first. This week, look after two things only: a fixed time to get up, and a breakfast with protein.',
  },
  stress: {
    title: 'Stress Optimizer',
    description:
      'Your strongest system is calm. Where others speed up, you see the whole board and choose what can wait. The flip side: you soak up other people’s pressure too, and it builds where you cannot see it.',
    recommendation:
      'Fix two pauses: five minutes of slow breathing before lunch, each breath out longer than the breath in, and an evening whose last half hour has no screen. At five, write down tomorrow’s three tasks, so that they do not come to bed with you. Two easy endurance sessions a week do more here than one hard one.',
    bottleneck:
      'Pressure is what costs you most. After each heavy block, plan five minutes in which nothing has to happen, and keep that up for a week.',
  },
  motivation: {
    title: 'Motivation Catalyst',
    description:
      'Your strongest system is drive. Give it a goal that matters and you get yourself moving, and others with you. The flip side: without a race or a deadline the engine stalls, and after a peak comes an empty stretch.',
    recommendation:
      'Cut your goal into weeks: every Monday one outcome that you can point at, every Friday ten minutes of looking back with somebody whose opinion counts. After each peak, book two light days before the next one begins. Train for time or distance, so that you see yourself improve, and eat within an hour afterwards: hunger often feels like not wanting to.',
    bottleneck:
      'Drive is what goes first. Write down in one sentence what you do this for, and hang it where you work.',
  },
} satisfies Record<string, TypeCopy>

/**
 * The quiz. Its result is shown in Dutch first, as the source has it (LANG-4). Set it to null in
 * `index.ts` to leave the quiz out.
 */
export const quiz = {
  resultFirst: 'nl',
  questions,
  types,
  dialog: {
    title: 'The performance quiz',
    step: 'Question {n} of 4',
    progress: '{n}% answered',
    close: 'Close the quiz',
    next: 'Next',
    keys: 'Press 1 to 4 to choose',
    leading: 'Leading so far: {type}',
    scores: 'Your four scores, from 4 to 12',
    axes: { focus: 'Focus', energy: 'Energy', stress: 'Stress', motivation: 'Motivation' },
    saved: {
      double:
        'Confirm {email} with the link in our email. A minute later your protocol is there. Already confirmed? Then it is on its way.',
      single: 'Your protocol is on its way to {email}.',
    },
  },
} satisfies QuizCopy
