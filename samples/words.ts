/**
 * What the invented answers say. `{}` stands for the name of a product. A fact takes no side, a pick recommends, and a fault
 * speaks against; engines mostly state facts.
 */

export interface Product {
  readonly name: string;
  readonly pages: readonly { readonly url: string; readonly title: string }[];
  readonly facts: readonly string[];
  readonly picks: readonly string[];
  readonly faults: readonly string[];
  /** What it is for, in a few words, and its price, as in a table. */
  readonly use: readonly string[];
  readonly price: string;
}

const TANDEMLY: Product = {
  name: 'Tandemly',
  pages: [
    { url: 'https://www.tandemly.example/features', title: 'Features | Tandemly' },
    { url: 'https://www.tandemly.example/pricing', title: 'Pricing | Tandemly' },
    { url: 'https://www.tandemly.example/guides/client-portals', title: 'How client portals work' },
    { url: 'https://help.tandemly.example/boards/first-board', title: 'Your first board' },
  ],
  facts: [
    '{} puts tasks, files, and client comments on one board.',
    '{} gives every client a portal with the parts of a project you choose to share.',
    '{} has a free plan for up to five people.',
    '{} charges by the board, and clients do not need a seat.',
    '{} imports projects from spreadsheets and from most other boards.',
    '{} tracks time on a task and turns the hours into a report.',
    'In {}, a template can hold a whole project with its dates.',
    '{} shows the week of a team as a list, a board, or a timeline.',
  ],
  picks: [
    '{} is a great choice for agencies that share boards with clients.',
    '{} is ideal for teams of five to twenty people.',
    'For client work, {} is hard to beat.',
    '{} stands out for its client portal.',
  ],
  faults: [
    "I wouldn't use {} for work on phones: it is clunky.",
    '{} lacks a real Gantt chart.',
    "I wouldn't choose {} for reporting: it falls short there.",
  ],
  use: ['Client portals', 'Small agencies', 'Boards shared with clients'],
  price: '$9 per board',
};

const KESTREL: Product = {
  name: 'Kestrel Boards',
  pages: [
    { url: 'https://kestrel.example/boards', title: 'Kestrel Boards' },
    { url: 'https://kestrel.example/compare/tandemly', title: 'Kestrel Boards and Tandemly compared' },
    { url: 'https://support.kestrel.example/swimlanes', title: 'Swimlanes' },
  ],
  facts: [
    '{} is built around kanban, with swimlanes and limits on work in progress.',
    '{} has been around for years, and most people have seen a board of it.',
    '{} has more than 200 integrations.',
    '{} charges by the seat, and guests are free.',
    '{} runs rules when a card moves from one list to the next.',
    'On {}, a new board is ready in a few minutes.',
    'The mobile app of {} works offline.',
  ],
  picks: [
    '{} is the best overall choice for visual planners.',
    '{} is a safe bet for a first board.',
    "I'd start with {} and see how far the free plan goes.",
    '{} is a great choice for teams that live in kanban.',
  ],
  faults: [
    '{} lacks time tracking.',
    'Beyond ten seats, skip {}: it is overpriced.',
    "I wouldn't use {} for large boards: it feels sluggish.",
  ],
  use: ['Kanban', 'Visual planning', 'Teams new to boards'],
  price: '$7 per seat',
};

const PLOTWISE: Product = {
  name: 'Plotwise',
  pages: [
    { url: 'https://plotwise.example/', title: 'Plotwise: plans and budgets' },
    { url: 'https://plotwise.example/blog/budgets-on-a-timeline', title: 'Budgets on a timeline' },
  ],
  facts: [
    '{} handles budgets, hours, and dates in one plan.',
    '{} has a timeline with dependencies and a critical path.',
    '{} reports hours by client, project, and person.',
    '{} costs more than a simple board, and includes invoicing.',
    'With {}, a plan can be compared with what happened.',
    '{} added a planning assistant this autumn.',
  ],
  picks: [
    '{} is ideal for teams that bill by the hour.',
    '{} is an excellent option for planning with budgets.',
    'For reports, {} is our top pick.',
  ],
  faults: [
    '{} is confusing at first.',
    'Avoid {} if clients need a portal: it lacks one.',
    '{} is slow to set up.',
  ],
  use: ['Budgets and hours', 'Timelines', 'Reporting'],
  price: '$12 per seat',
};

const QUILLSTACK: Product = {
  name: 'Quillstack',
  pages: [
    { url: 'https://docs.quillstack.example/start', title: 'Getting started - Quillstack docs' },
    { url: 'https://quillstack.example/templates', title: 'Templates' },
  ],
  facts: [
    '{} keeps documents and tasks next to each other.',
    '{} is open source, and a team can host it.',
    '{} has databases, pages, and a calendar.',
    '{} has an API and webhooks on every plan.',
  ],
  picks: ['{} is perfect for teams that write a lot.', '{} is a solid choice for developers.'],
  faults: ['{} lacks a timeline.', '{} is hard to recommend for a team of three.'],
  use: ['Documents with tasks', 'Self-hosting'],
  price: 'Free to host',
};

/** The brand itself first. */
export const PRODUCTS: readonly Product[] = [TANDEMLY, KESTREL, PLOTWISE, QUILLSTACK];

/** Products that nobody tracks. */
export const OTHERS: readonly string[] = [
  '**Mossdesk**: tickets and tasks in one inbox, from $6 per seat.',
  '**Fernline**: a shared calendar with simple to-do lists.',
  '**Oakledger**: invoices first, projects second.',
  '**Harborlist**: plain checklists that print well.',
];

export interface Question {
  readonly text: string;
  readonly category: string;
  /** How often products are named, compared with other questions: some are asked for products, others for advice. */
  readonly lean: number;
  /** What engines search for. */
  readonly searches: readonly string[];
  readonly openings: readonly string[];
  /** Answers that name nobody. */
  readonly advice: readonly string[];
}

export const QUESTIONS: readonly Question[] = [
  {
    text: 'best project management tool for small agencies',
    category: 'agencies',
    lean: 1.25,
    searches: ['best project management tools for agencies', 'project management small agency comparison'],
    openings: [
      'For a small agency, the right tool depends on how much of the work your clients see.',
      'Small agencies usually need three things: shared boards, hours, and a price that does not grow with every client.',
    ],
    advice: [
      'Write down which work your clients need to see before you compare tools. Most agencies find that it is less than they expected.',
    ],
  },
  {
    text: 'which kanban app is easiest to learn',
    category: 'kanban',
    lean: 1,
    searches: ['easiest kanban app', 'kanban app for beginners review'],
    openings: [
      'Most kanban apps can be learned in an afternoon. They differ in what they ask of you on the first day.',
      'If nobody on the team has used a board before, look for one that starts with three columns.',
    ],
    advice: [
      'Start with three columns on a whiteboard: to do, doing, and done. After two weeks you know what an app has to do for you.',
    ],
  },
  {
    text: 'project planning software with client portals',
    category: 'agencies',
    lean: 1.3,
    searches: ['project planning software client portal', 'Tandemly client portal'],
    openings: [
      'A client portal is a page where clients see progress, files, and open questions without an account of their own.',
      'Several planning tools have a portal for clients. What they show there differs a lot.',
    ],
    advice: [
      'Many teams build a portal from a shared folder and a weekly summary. It takes more work, and clients know how to use it.',
    ],
  },
  {
    text: 'alternatives to Kestrel Boards',
    category: 'comparison',
    lean: 1.1,
    searches: ['Kestrel Boards alternatives', 'Kestrel Boards vs Tandemly'],
    openings: [
      'What to replace it with depends on why you are leaving: the price per seat, the reports, or kanban itself.',
      'These tools are mentioned most often by teams that moved in the past year.',
    ],
    advice: [
      'Export your boards first, and note which rules you rely on. The move is easier once you know what has to come along.',
    ],
  },
  {
    text: 'how do I plan sprints with a remote team',
    category: 'advice',
    lean: 0.35,
    searches: ['remote sprint planning guide', 'sprint planning tools remote team'],
    openings: [
      'Plan asynchronously first, and meet only for what is still open.',
      'Remote sprint planning works best with a written goal, a short call, and a board that everyone can see.',
    ],
    advice: [
      '1. Ask everyone to add estimates before the call.\n2. Agree on one goal for the sprint.\n3. Leave a fifth of the time unplanned.\n4. Write down what was decided, and where.\n\nKeep the call under an hour.',
      'Let the team estimate in writing a day ahead, and use the call for the two or three items where the estimates differ most.',
    ],
  },
  {
    text: 'cheapest project tool with time tracking',
    category: 'price',
    lean: 0.85,
    searches: ['cheap project management time tracking', 'project tool pricing comparison'],
    openings: [
      'Prices below are for a team of five, billed by the month.',
      'Time tracking is often part of the second plan, so compare what the first one leaves out.',
    ],
    advice: [
      'A spreadsheet with one line per task and day costs nothing, and is enough for a team of three.',
    ],
  },
  {
    text: 'Kestrel Boards or Plotwise for a design studio',
    category: 'comparison',
    lean: 0.7,
    searches: ['Kestrel Boards vs Plotwise', 'design studio project management'],
    openings: [
      'For a design studio, the question is whether you plan by cards or by dates.',
      'Both are used in studios, for different reasons.',
    ],
    advice: [
      'It depends on how you bill. Studios with fixed prices plan by milestones, and those that bill hours need a timesheet.',
    ],
  },
  {
    text: 'project management software with good reporting',
    category: 'reporting',
    lean: 0.95,
    searches: ['project management reporting features', 'project dashboards comparison'],
    openings: [
      'Reports are where these tools differ most.',
      'Ask for three reports in a trial: hours by client, dates that slipped, and work that nobody owns.',
    ],
    advice: [
      'Decide which three figures you look at every week. A tool with forty charts does not help if these are missing.',
    ],
  },
  {
    text: 'how do agencies track billable hours',
    category: 'advice',
    lean: 0.5,
    searches: ['agency billable hours tracking', 'timesheet best practices agency'],
    openings: [
      'Most agencies track hours on the task, on the same day, and review them once a week.',
      'There are three common ways: a timer, a timesheet, or an estimate that is corrected later.',
    ],
    advice: [
      'Have everyone enter hours before they leave for the day. Rounding to a quarter of an hour is exact enough, and people keep doing it.',
    ],
  },
  {
    text: 'project tool for freelancers that sends invoices',
    category: 'price',
    lean: 0.9,
    searches: ['freelance project management invoicing', 'project tool with invoices'],
    openings: [
      'Few project tools send invoices themselves. Most hand the hours to an accounting program.',
      'For one person, the fewer programs the better.',
    ],
    advice: [
      'Your bank or accounting program may already send invoices. Then a list of hours is all you need from a project tool.',
    ],
  },
  {
    text: 'best gantt chart software for marketing teams',
    category: 'planning',
    lean: 0.9,
    searches: ['gantt chart software marketing', 'marketing timeline tool review'],
    openings: [
      'Marketing teams use Gantt charts mostly for launches, where dates depend on each other.',
      'A Gantt chart is only as current as the dates in it, so look at how dates are changed.',
    ],
    advice: [
      'For a single launch, a table with owner, start, and end is enough. Draw a chart once more than ten dates depend on each other.',
    ],
  },
  {
    text: 'what do people use instead of spreadsheets for planning',
    category: 'planning',
    lean: 0.75,
    searches: ['spreadsheet alternatives project planning', 'move from spreadsheets to project tool'],
    openings: [
      'Teams usually leave spreadsheets when two people have edited different copies.',
      'Boards, timelines, and databases each replace a different kind of spreadsheet.',
    ],
    advice: [
      'Some stay with spreadsheets and add rules: one owner per sheet, a change log, and no copies. That works up to about ten people.',
    ],
  },
];

/** Questions that are no longer asked. */
export const PAUSED: readonly Question[] = [
  {
    text: 'best project management app for tablets',
    category: 'kanban',
    lean: 0.9,
    searches: ['project management tablet app'],
    openings: ['On a tablet, drag and drop matters more than keyboard shortcuts.'],
    advice: ['Most web apps work on a tablet. Try yours in the browser before you look for another one.'],
  },
  {
    text: 'project management tools with an API',
    category: 'integrations',
    lean: 0.8,
    searches: ['project management API webhooks'],
    openings: [
      'Check the limits of an API before you build on it: requests per minute, and whether changes are pushed.',
    ],
    advice: [
      'Look for webhooks, a sandbox, and a changelog. Without them, every release may break what you built.',
    ],
  },
];

export const CLOSINGS: readonly string[] = [
  'Try two of them for a week each, with a real project.',
  'If you tell me the size of your team, I can narrow this down.',
  'Most of them have a free trial, so nothing is lost by trying two.',
  'Prices change often. Check them before you decide.',
  'Would you like a comparison of the prices?',
];
