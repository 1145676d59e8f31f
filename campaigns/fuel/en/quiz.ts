import { quiz as dutch } from '../quiz.ts'

type Quiz = typeof dutch
type Key = Quiz['questions'][number]['id']
/** `options`: by their ids. */
type QuestionWords = {
  question: string
  subtitle: string
  options: Readonly<Record<string, string>>
}

const words: Readonly<Record<Key, QuestionWords>> = {
  energy_pattern: {
    question: 'When do you run at full power?',
    subtitle: 'Think of an ordinary working day, not your best one.',
    options: {
      'first-hours': 'In the first hours, with the door shut and the phone away.',
      'all-day': 'Most of the day, as long as I eat on time and keep moving.',
      'quiet-evening': 'Once it goes quiet and nobody wants anything from me.',
      'big-days': 'On days when there is something to win.',
    },
  },
  focus_challenge: {
    question: 'What breaks your focus?',
    subtitle: 'Pick what happened most often this week.',
    options: {
      'hardly-anything': 'Not much. If you need me, you have to call twice.',
      'sitting-still': 'Sitting still. After a walk or a workout I think straighter.',
      'other-peoples-rush': 'Other people’s hurry. I keep a cool head myself.',
      'no-point': 'Work without a point. Give me a reason and I am back in.',
    },
  },
  stress_response: {
    question: 'Pressure builds. What do you do?',
    subtitle: 'The deadline is tomorrow, and something goes wrong.',
    options: {
      'one-thing': 'Shut everything. One task done, and only then the next.',
      'move-first': 'Move for half an hour, then carry on with a clear head.',
      'breathe-and-cut': 'Breathe slowly, write down what counts today, leave the rest.',
      'switch-on': 'That is when I switch on. I do my best work under pressure.',
    },
  },
  goal_pursuit: {
    question: 'How did you reach your last real goal?',
    subtitle: 'One that you really did reach.',
    options: {
      'blocks-in-the-week': 'With fixed blocks in my week, and nothing between them.',
      'body-first': 'Sleep, food and training first. The rest followed.',
      'every-day-a-little': 'A little every day, bad days included.',
      'eyes-on-the-prize': 'I knew what it was for, and somebody was watching.',
    },
  },
}

const types: Quiz['types'] = {
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
}

/** The quiz in English. Ids, icons and scores are those of the Dutch one. */
export const quiz: Quiz = {
  ...dutch,
  lang: 'en',
  typeNameLang: 'en',
  questions: dutch.questions.map(inEnglish),
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
}

function inEnglish(question: Quiz['questions'][number]): Quiz['questions'][number] {
  const { options, ...texts } = words[question.id]!
  return {
    ...question,
    ...texts,
    options: question.options.map((option) => ({ ...option, text: options[option.id] ?? '' })),
  }
}
