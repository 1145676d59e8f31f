import type { SequenceCopy, SequenceStep, StopRule } from '#contract/quiz/sequence.ts'

/** The plan itself, for one ordinary day or week. */
const protocol: SequenceStep['texts'] = {
  focus: {
    subject: 'Your Focus protocol: two blocks a day',
    preview: 'Water, protein, 90 minutes twice, and a limit on your coffee.',
    title: 'Two blocks. No more.',
    paragraphs: [
      'Your attention is strong, but it does run out. This plan gives you two blocks of 90 minutes and looks after what a Focus Optimizer forgets: drinking, eating and stopping. It starts from getting up at 7am. If you get up later, everything moves along with you:',
      'Tomorrow, do it once, exactly like this. After each block, note two things: when you really began, and what pulled you out first. One line per block will do. Five days from now, you need those lines.',
      'The next email comes in {nextMailInWords}. It is about the thing that trips your type up first, and that is seldom discipline.',
    ],
    points: [
      '7am: Half a litre of water in the first hour, and ten minutes outside, under grey skies too.',
      '8.30am: Block 1, with your hardest work. Phone in another room, email shut, one task on paper.',
      '10am: Ten minutes of walking without a screen. Email, calls and meetings come after that.',
      '12.30pm: Lunch with about 30 grams of protein, such as three eggs on two slices of bread, or 150 grams of chicken or tofu with rice and vegetables.',
      '1.30pm: Block 2. One task, again. Write down the next step before you stop.',
      '3pm: Ten minutes of walking, and the last coffee: eight hours before you go to bed at 11pm.',
      '10.30pm: Screen away. What is still in your head goes on paper, for tomorrow.',
    ],
  },
  energy: {
    subject: 'Your Energy protocol: sleep, eat, move',
    preview: 'A fixed time to get up, three meals with protein, training that fits.',
    title: 'Sleep, eat, move. In that order.',
    paragraphs: [
      'You run on your body. This plan pins down the three things it runs on, so that one sloppy evening does not cost you the whole next day. Count from the time you get up yourself; here that is 6.45am:',
      'From now on, note three things a day: when you got up, whether breakfast had protein, and the hour at which your energy sagged. There is nothing else to measure.',
      'We write again in {nextMailInWords}: about where an Energy Maximizer leaks, often on a day that feels good.',
    ],
    points: [
      '6.45am: Get up, within the same half hour every day. Saturday too.',
      '7.15am: A quarter of an hour outside, on foot or by bike. Daylight counts through clouds as well.',
      '7.45am: Breakfast with about 30 grams of protein, such as 250 grams of quark with oats and fruit.',
      '8.30am: Your heaviest work, while the movement is still in your legs.',
      '12.30pm: Lunch with another 30 grams: a tin of tuna on wholemeal bread, say, with vegetables beside it.',
      '5.30pm: Training on Monday, Wednesday and Saturday. One of the three so easy that you talk in whole sentences.',
      '7pm: Dinner. On a training day the biggest portion of rice, pasta or potatoes of the day, otherwise a normal one.',
      '10.45pm: Lights low, phone outside the bedroom. Eight hours until the alarm.',
    ],
  },
  stress: {
    subject: 'Your Stress protocol: rest, by the clock',
    preview: 'Five minutes of breathing, three lines at five, an evening that ends.',
    title: 'Rest you can set a clock by.',
    paragraphs: [
      'You stay calm where others speed up. So you notice late how much you carry. This plan does not wait until you feel it. It puts rest at fixed times:',
      'Begin with 12.15pm and 5pm. Once those two stand, the others follow. Each evening, rate how full your head is from 1 to 10, without explaining it.',
      'In {nextMailInWords} comes the second email: why your pause is the first thing to go, and how you keep it standing.',
    ],
    points: [
      '8.30am: Before you open anything: what is yours today, and what is somebody else’s? Only your own column gets time.',
      '12.15pm: Five minutes of slow breathing, seated, through your nose. Count four in and six out. An alarm keeps the time.',
      '12.30pm: Lunch with no screen beside it. Bread or rice, something with protein, vegetables.',
      '3pm: Last coffee. If you want another one later, have water and a short walk.',
      '5pm: Write down tomorrow’s three tasks, each with its first move. Then the laptop shuts.',
      '6pm: Twice a week, 40 minutes of walking, cycling or swimming, at a pace at which you can talk.',
      '10pm: The last half hour without a screen. Book, shower or music, and the light low.',
    ],
  },
  motivation: {
    subject: 'Your Motivation protocol: a finish every week',
    preview: 'A goal that fits in a week, and a second pair of eyes.',
    title: 'Move the finish closer.',
    paragraphs: [
      'Your engine starts on a goal and stalls without one. This plan gives it a finish every week, near enough to see. It runs from Monday to Friday, and today you set it up:',
      'Message your second pair of eyes today: ten minutes, every Friday, for four weeks. A promise to somebody else survives a bad Tuesday better than one to yourself.',
      'Our next email comes in {nextMailInWords}. It is about the moment the shine comes off.',
    ],
    points: [
      'Today: Write in one sentence what you do this for. Hang it where you work.',
      'Monday: Choose one outcome that you can point at on Friday. “Quote sent” is one, “worked on the quote” is not.',
      'Every day before 10am: Thirty minutes on that outcome, before your email opens.',
      'Tuesday, Thursday, Saturday: Train for time or distance, such as running 5 kilometres or rowing 2. Write the number down.',
      'Within an hour afterwards: Eat something with protein and carbs, such as quark with banana and muesli, or rice with chicken or tofu.',
      'Friday: Ten minutes of looking back with somebody who counts. Made it or not, and what changes on Monday.',
      'After a peak: Two light days, put in your calendar before the peak began.',
    ],
  },
}

/** What trips people of a type first. */
const firstDays: SequenceStep['texts'] = {
  focus: {
    subject: 'The block that had no end',
    preview: 'Carrying on feels like winning. The bill comes after lunch.',
    title: 'Stop while it still runs.',
    paragraphs: [
      'You seldom have trouble starting. You have trouble stopping. Block 1 goes well, so 90 minutes turn into 130. The walk drops out, lunch comes an hour late, and at three you read the same paragraph for the third time.',
      'That is no lack of will. You spend the afternoon’s attention in the morning. Three moves keep the limit standing:',
      'If you do sag, have a glass of water first and walk for ten minutes. If the dip is still there, look at your lunch before you look at a third coffee.',
      'Pick one today, not all three. In {nextMailInWords} you get an email with which you set the length of your block, because 90 minutes is a start and not a law.',
    ],
    points: [
      'Alarm in the hallway: Set it to 85 minutes. To turn it off you have to stand up, and then you are standing.',
      'The last five minutes: Write down a next step so small that tomorrow you are in it before you think. Half a sentence works.',
      'Lunch that is ready: Make it the evening before. If you start looking once hunger is there, you eat at the keyboard.',
    ],
  },
  energy: {
    subject: 'A good day is your trap',
    preview: 'How a day with energy to spare can cost you the next one.',
    title: 'Do not spend it the same evening.',
    paragraphs: [
      'You slept well, you ate well, and at four you have some left. Then comes the extra session, the late dinner and an hour less sleep. You begin the next day behind, and it looks as if the protocol does not work.',
      'This week, watch three places where it leaks:',
      'If it does get late once, hold on to the time you get up and to breakfast. Training may be lighter that day, or go. You hardly notice one missed session, but a shifted rhythm you drag along for days.',
      'Keep noting the hour of your dip. In {nextMailInWords} we write about what that hour points to.',
    ],
    points: [
      'Saturday: Two more hours in bed push Sunday night back with them. Get up half an hour later at most and, if you must, nap for twenty minutes before 3pm.',
      'The busy morning: Coffee with a banana is no breakfast with protein yet. A bowl of quark that stands ready costs you two minutes.',
      'The easy session: It nearly always goes too hard. If you cannot finish a sentence, slow down, to a walk if need be.',
    ],
  },
  stress: {
    subject: 'The appointment that goes first',
    preview: 'Your pause is the only appointment nobody asks for.',
    title: 'Nobody misses your five minutes.',
    paragraphs: [
      'At 12.10pm somebody calls in a hurry. You are the calm one, so you pick up. The pause moves to later, and later does not come. It goes that way without your doing anything wrong: nobody notices your calm until it is gone.',
      'So make it an appointment that stands out:',
      'If the breathing makes you restless instead, drop the counting. Keep your eyes open and just breathe out longer than in, or walk those five minutes. The stopping matters, not the technique.',
      'Keep rating your evenings. In {nextMailInWords} we write about how to lay those numbers beside your calendar, and where the pressure turns out to come from.',
    ],
    points: [
      'Put it in your calendar: A quarter of an hour, every day. “Busy” explains enough.',
      'Give it a place: The same chair, the same stairs, the same round. Then there is nothing left to choose.',
      'Answer with a time: “I will call you back at 12.45pm.” Most hurry can wait half an hour.',
      'Keep a minimum: If not five minutes, then six slow breaths out. Small is not the same as skipped.',
    ],
  },
  motivation: {
    subject: 'When the shine comes off',
    preview: 'The first day went by itself. This is for when that ends.',
    title: 'Now it begins to count.',
    paragraphs: [
      'You started on enthusiasm. Perhaps you made the goal bigger at once, and trained harder than the plan said. Today or tomorrow it takes effort for the first time, and your head whispers that another plan suits you better. A new plan feels like progress. It is the same start once more.',
      'Three rules for this week:',
      'If you skip a day, do not skip two. There is no need to catch up. Catching up turns a missed day into a debt, and your engine runs badly on debt.',
      'In {nextMailInWords} we write about how you move the finish: too big, too small, or somebody else’s.',
    ],
    points: [
      'No new plan before Friday: Ideas go on a list. On Friday you may choose one.',
      'Lay a floor: A version so small that you need not feel like it. Ten minutes of work, or once around the block. Floor reached, day done.',
      'Eat first, decide after: If you cannot face any of it, eat something and wait twenty minutes. Hunger often passes for a lack of drive.',
    ],
  },
}

/** How to change the plan by what was noticed. */
const adjust: SequenceStep['texts'] = {
  focus: {
    subject: 'Set the length of your block',
    preview: 'Your notes say whether 90 minutes suit you, or 50.',
    title: 'Your block, your length.',
    paragraphs: [
      'Get out the lines that you wrote after each block. If there are fewer than four, note for three more days and keep this email until then. Otherwise, look for the sentence that keeps coming back:',
      'Change one thing and hold it for three days. If you change two at once, you will not know which one helped.',
      'In {nextMailInWords} you get the last email of this protocol: what you hold on to in a bad week, and what comes with early access.',
    ],
    points: [
      '“I started too late”: Hook the block to something you do anyway, such as your second coffee or closing the door.',
      '“After an hour I was gone”: Work in blocks of 50 minutes with ten minutes off, three a day. If that holds for a week, make one of them longer.',
      '“I was interrupted”: Write down by whom. If it is the same person each time, agree on a fixed moment. If it is you, your phone lies too close.',
      '“Block 2 never got going”: Give it other work, such as reading, checking or sorting. Not every block has to be heavy.',
      '“I lay awake”: Move the last coffee two hours forward.',
    ],
  },
  energy: {
    subject: 'The hour at which you sag',
    preview: 'What a dip at eleven, at three or after dinner can tell you.',
    title: 'Read your dip.',
    paragraphs: [
      'You noted the hour at which your energy sagged. That hour tells you more than a feeling about the whole week. Look yours up:',
      'Give a change four days before you make the next one. If the dip is gone, leave everything alone. What works does not need improving.',
      'If you stay tired for weeks while you sleep and eat as it says here, let your doctor have a look. An email knows too little for that.',
      'The last email of this protocol comes in {nextMailInWords}: your anchors for a week in which everything shifts, and what comes with early access.',
    ],
    points: [
      'Around 11am: Start at breakfast. More protein, less sugar, and a glass of water before the second coffee.',
      'Around 3pm: Start at lunch. A smaller portion of bread or pasta, and ten minutes of walking after it.',
      'During training: Eat a banana and a slice of bread an hour and a half before, or train in the morning.',
      'After dinner: Perhaps you are simply tired. Go to bed half an hour earlier for four days.',
      'All day: Take a light week, with two easy sessions and the same time to get up. Check that you eat enough for what you train.',
    ],
  },
  stress: {
    subject: 'What your evening numbers show',
    preview: 'Lay them beside your calendar, and look at the day before too.',
    title: 'Look at the day before.',
    paragraphs: [
      'Lay your numbers beside your calendar. Find the fullest evening, then look at what stood on the day before: if you absorb a lot, you often feel it later. Which line is yours:',
      'If 12.15pm does not fit your day, move the pause to the moment you come home: five minutes in the parked car, or beside your bike. It belongs between two things.',
      'If you have slept badly for weeks, or every evening is a 9, talk to your doctor. That takes a conversation, not an email.',
      'In {nextMailInWords} we close this protocol with the last email: what you decide now for a full week, and what comes with early access.',
    ],
    points: [
      'High after many meetings: Put ten minutes between two appointments. Walk to a window and write one line: mine, or somebody else’s.',
      'High after a late evening: Start with sleep. For five evenings, the screen goes away an hour before bed instead of half an hour.',
      'High for no reason: Count what you are keeping for other people. Give two of those back this week, each with a date.',
      'The same every evening: From now on give the number before dinner, and check your jaw and shoulders.',
      'Low: Leave the plan as it is, and add nothing.',
    ],
  },
  motivation: {
    subject: 'Move your finish',
    preview: 'Too big, too small or somebody else’s: how you can tell.',
    title: 'You may adjust a goal.',
    paragraphs: [
      'Look at your outcome of this week, and at the moment you did not start on it. What you thought then says what is wrong with the goal:',
      'Read your training the same way. A worse number twice in a row is more often too little sleep or food than too little will. Skip one hard session when that happens.',
      'On Friday, tell your second pair of eyes what you changed, and why. What you explain out loud is harder to use as an excuse.',
      'In {nextMailInWords} comes the last email of this protocol: what you do after a finish, and what comes with early access.',
    ],
    points: [
      '“I will never make it”: Too big. Halve it, and keep the Friday.',
      '“It can wait until tomorrow”: Too far off. Put a time on it, or somebody who is waiting for it.',
      '“What was it for again”: Perhaps somebody else’s. Read the sentence on your wall, and write a new one if it no longer holds.',
      '“I am empty”: A peak without light days after it. Take them now: walk, sleep early, eat as usual.',
      '“It went by itself”: Leave the outcome as big as it is, and sharpen the proof. What is on the table on Friday?',
    ],
  },
}

/** How to keep it, and what comes with early access. */
const keep: SequenceStep['texts'] = {
  focus: {
    subject: 'Your protocol in a bad week',
    preview: 'One block is the minimum. And what comes with early access.',
    title: 'One block keeps the door open.',
    paragraphs: [
      'By now you know which part works for you. A week will come that does not care: a trip, the flu, somebody else’s deadline. For that week, this is enough:',
      'Afterwards, do not start with everything at once. Do the minimum for two days, then put the second block back. Once a month, ask yourself when your first block really begins; that one number says whether it is slipping.',
      'Keep your notes. They are your starting point. Whatever you add later, ours included, you can hold up against them.',
      'This was the last email of your protocol. When early access opens, we write to tell you what is in it, how you claim it, and what is left of founding status and the Legacy Pack. The mystery bonus stack belongs to your spot on the list.',
      'You do not have to watch your inbox for it: until then we do not write.',
    ],
    points: [
      'One block: 45 minutes, before the first appointment of the day.',
      'One meal: Lunch, on time and with protein, because that is where your afternoon begins.',
      'One limit: The last coffee, eight hours before bed.',
    ],
  },
  energy: {
    subject: 'What you keep when everything shifts',
    preview: 'Two anchors for busy weeks. And what comes with early access.',
    title: 'Two anchors stay down.',
    paragraphs: [
      'A night flight, a sick child, a house move. You do not have to win weeks like that. You only have to come out of them with your rhythm in one piece. So divide the plan in four:',
      'After that, choose one number a month to keep track of: the time you get up, your sessions or the hour of your dip. All three at once becomes a job.',
      'This completes your protocol; it is the last email of it. Once early access opens, we write about what is in it, how you get in, and what remains of founding status and the Legacy Pack. With your spot on the list comes the mystery bonus stack.',
      'A supplement goes beside sleep, food and movement, never in their place. With your anchors down you can tell more honestly what something adds. Until early access you will not hear from us.',
    ],
    points: [
      'Hold: The time you get up, within an hour. And a breakfast with protein, a pot of quark from the station if it has to be.',
      'Shorten: Training becomes twenty minutes, easy. A brisk walk counts.',
      'Let go: Weighing portions, the perfect dinner, the third session.',
      'Come back: First two nights to bed on time, and only then hard training.',
    ],
  },
  stress: {
    subject: 'Decide it before it gets busy',
    preview: 'Four sentences for a full week. And what comes with early access.',
    title: 'Decide it now, not then.',
    paragraphs: [
      'In a full week you choose badly what to leave, because everything asks at once. So choose today. Fill in four lines, and keep them where you will find them:',
      'Keep rating your evenings for one week a month. If two evenings in a row are an 8 or higher, your minimum starts, with no debate.',
      'This is the last of the {sequenceMailsInWords}. The next one comes when early access opens, with what is in it, how to claim it, and what is left by then of founding status and the Legacy Pack. The mystery bonus stack is with your spot already.',
      'There is nothing to remember, as it will all be in that email. Until then it is quiet on our side.',
    ],
    points: [
      'My sign: What do I notice it by first? Short answers, falling asleep late, forgetting to eat.',
      'My minimum: Six slow breaths out before lunch, three lines at five. That week needs no more.',
      'My no: What do I call off, and with whom? Fill in a name.',
      'My person: Who may say that I carry too much, even when I say I am fine?',
    ],
  },
  motivation: {
    subject: 'What you do after the finish',
    preview: 'Two light days, only then a new goal. And what comes with early access.',
    title: 'Plan the gap.',
    paragraphs: [
      'You reached a finish, or moved one. Now comes the part in which your type drops out most easily: the gap after it. A bigger goal does not fill it. Give it a shape:',
      'Keep a list of everything you finished, with the date beside it. On a day without drive, that list proves more than a good intention.',
      'This was the last email of your protocol, and the next finish is up to us. As soon as early access opens, you get an email with what is in it, how you claim yours, and what remains by then of founding status and the Legacy Pack. You have your spot on the list already, and the mystery bonus stack goes with it.',
      'Until then we do not write. Next Monday is yours.',
    ],
    points: [
      'The first two days: Light. Walk, go to bed early, eat normal meals, plan nothing.',
      'The third day: Write down what it brought you and what it cost. Two sentences, together with your second pair of eyes.',
      'The fourth day: Choose the next outcome. It may be smaller than the one before.',
      'Every fourth week: No outcome, only the floor. Train by feel, and leave the number at home.',
    ],
  },
}

const stops: readonly StopRule[] = ['unsubscribed', 'suppressed', 'replaced', 'closed']

/**
 * The mails that follow a quiz result. `sequence.test.ts` holds each to when the next one comes.
 */
export const sequence: SequenceCopy = {
  timeZone: 'Europe/Amsterdam',
  quietHours: { from: 21, to: 8 },
  closed: false,
  steps: [
    { name: 'protocol', afterDays: 0, stops, texts: protocol },
    { name: 'first-days', afterDays: 2, stops, texts: firstDays },
    { name: 'adjust', afterDays: 5, stops, texts: adjust },
    { name: 'keep', afterDays: 9, stops, texts: keep },
  ],
}
