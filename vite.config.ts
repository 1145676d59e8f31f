import react from '@vitejs/plugin-react'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, type EnvironmentOptions, type Plugin, type Rolldown } from 'vite'
import { campaignLook } from './scripts/campaign-look.ts'
import { campaignModule } from './scripts/campaign-module.ts'
import { mergeStubs } from './scripts/merge-stubs.ts'
import { oneByteSource } from './scripts/one-byte-source.ts'
import { compressedScript, oneResponse } from './scripts/one-response.ts'
import { preloadBeforeImport } from './scripts/preload-before-import.ts'
import { readData, servedCampaign } from './scripts/write-campaign.ts'

/** The three bundles that the server imports; each is one file with React inside. The server itself is a fourth, for `npm start`. */
const bundles = {
  page: 'src/page/shell/entry-server.tsx',
  mails: 'src/mails/entry-server.tsx',
  dashboard: 'src/dashboard/entry-server.tsx',
}
/** The operator's side has a template of its own: another stylesheet, and no script of the page. The quiz's and the line's pages add their sheet to the page's. */
const templates: Record<'index' | 'below-fold' | 'line' | 'quiz', string> & { dashboard?: string } =
  {
    index: 'index.html',
    'below-fold': 'src/page/styles/below-fold.css',
    line: 'src/page/styles/line.css',
    quiz: 'src/page/styles/quiz.css',
    ...(existsSync('src/dashboard/styles/dashboard.css') && { dashboard: 'dashboard.html' }),
  }

/** React and the bundler's own few lines, a file of their own: a browser whose work is recorded takes a long task to run it together with what uses it. */
const reactItself = {
  name: 'react',
  test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/,
}
/**
 * Each file costs half a kilobyte of headers, so what the first islands need is one more, though later chunks share parts of it. What the
 * entry itself needs, as all figures, must stay outside: it would wait for React.
 */
const firstIslands = {
  name: 'first-islands',
  test: new RegExp(
    [
      'src/page/islands/(hydrate|island-tree)',
      'src/page/shell/first-islands',
      'src/page/ui/',
      'src/page/browser/use-',
      'src/page/signup/([\\w.-]+\\.tsx|form-words|show-launch-state|use-email-form|joined\\.ts)',
      'campaign:(bars|notices)',
      'src/page/overlays/(overlay|page-overlays|bar|second-bar|sticky-bar|recent)',
    ].join('|'),
  ),
}

/** What the entry needs is one file with it: the bundler by itself makes several. */
const entryItself = { name: 'index', tags: ['$initial' as const], test: /\.ts$|preload-helper/ }

type Output = Rolldown.OutputOptions

/** The names of functions stay readable in stack traces. */
const minify = {
  compress: false,
  mangle: false,
  codegen: { removeWhitespace: true },
} as const

/** The code that joins React's developer tools, for which no visitor needs it. */
const clientDefine = { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }
const clientOutput: Output = {
  codeSplitting: {
    groups: [reactItself, firstIslands, entryItself],
    includeDependenciesRecursively: false,
  },
}
/** A module that imports others has been loaded itself. */
const isEntry = /\/index-[^/]+\.js$/

const dist = `dist/${servedCampaign}`

const serverSide = (
  input: Record<string, string>,
  output: Output,
  { building, folder }: { building: boolean; folder: string },
): EnvironmentOptions => ({
  consumer: 'server',
  // Only development imports vite; pg works without pg-native; mailauth brings undici, which fails in a bundle.
  resolve: building ? { noExternal: true, external: ['vite', 'pg-native', 'mailauth'] } : {},
  define: building ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    outDir: `${folder}/server`,
    emptyOutDir: false,
    copyPublicDir: false,
    ssr: true,
    minify: false,
    rolldownOptions: {
      input,
      output: { entryFileNames: '[name].js', minify, ...output },
    },
  },
})

/** A script that shares no module with others, so that no other page loads anything for it. */
const ownFile = (name: string, entry: string): EnvironmentOptions => ({
  consumer: 'client',
  define: clientDefine,
  build: {
    outDir: `${dist}/client`,
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: { [name]: entry },
      output: { entryFileNames: 'assets/[name]-[hash].js', codeSplitting: false },
    },
  },
})
/** LINE-9: of a person's own link. DASH-10: of the operator's screens. */
const ownFiles = {
  ownLink: ownFile('own-link', 'src/page/line/own-link.ts'),
  screens: ownFile('screens', 'src/dashboard/live/start.ts'),
}

/** Modules in few files take less memory than the sources and packages (decision 029). */
const server = {
  input: { main: 'src/server/main.ts', 'quick-check': 'src/server/db/quick-check.ts' },
  output: { chunkFileNames: 'main-[name].js' },
}

const ownModes: ReadonlySet<string> = new Set(['production', 'development'])

/**
 * The build of the campaign's first language, or of another one: its page with the page's scripts,
 * and its mails. The server, the dashboard and the files that hold no words are the first's. Vite's
 * mode is the tag of another language.
 */
export default defineConfig(({ command, mode }) => {
  const language = ownModes.has(mode) ? undefined : mode
  const building = command === 'build'
  const folder = language ? `${dist}/${language}` : dist
  const { dashboard: _, ...ofLanguage } = bundles
  const entries: Record<string, string> = language ? ofLanguage : bundles
  return {
    appType: 'custom' as const,
    publicDir: `campaigns/${servedCampaign}/public`,
    // Two thirds of the mails' bundle, for an option of react-email's that nothing here asks for.
    resolve: {
      alias: [
        {
          find: /^prettier\/.+/,
          replacement: resolve(import.meta.dirname, 'src/mails/no-prettier.ts'),
        },
      ],
    },
    plugins: [
      react(),
      campaignModule(servedCampaign, language),
      campaignLook(servedCampaign, () => readData(servedCampaign).theme, {
        language: language ?? readData(servedCampaign).campaign.language,
        isFirst: !language,
      }),
      preloadBeforeImport(),
      mergeStubs(),
      oneResponse(),
      compressedScript(...Object.keys(ownFiles)),
      oneByteSource([...Object.keys(bundles), 'server']),
      reloadOnServerChange(Object.keys(bundles)),
    ],
    builder: {},
    build: {
      // With older ones Lightning CSS writes nested rules out, and variables for a light-dark() that no sheet has.
      cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
      // What an island needs is asked for at once, but nothing before the page is idle.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, needed, { hostType }) =>
          hostType === 'html' ? [] : needed.filter((file) => !isEntry.test(file)),
      },
      assetsInlineLimit: 0,
    },
    environments: {
      client: {
        define: clientDefine,
        build: {
          outDir: `${folder}/client`,
          copyPublicDir: !language,
          rolldownOptions: { input: templatesOf(language), output: clientOutput },
        },
      },
      ...(!language && ownFiles),
      ...Object.fromEntries(
        Object.entries(entries)
          .filter(([, entry]) => existsSync(entry))
          .map(([name, entry]) => [
            name,
            serverSide({ [name]: entry }, { codeSplitting: false }, { building, folder }),
          ]),
      ),
      ...(building &&
        !language && { server: serverSide(server.input, server.output, { building, folder }) }),
    },
  }
})

function templatesOf(language?: string): Record<string, string> {
  const { dashboard, ...ofPage } = templates
  return language ? ofPage : { ...ofPage, ...(dashboard && { dashboard }) }
}

/**
 * Reloads the browser when a file changes that only the server renders. Islands and styles keep hot
 * updates.
 */
function reloadOnServerChange(environments: readonly string[]): Plugin {
  return {
    name: 'reload-on-server-change',
    apply: 'serve',
    hotUpdate({ file, modules, server }) {
      const { client } = server.environments
      const onServer = environments.includes(this.environment.name) && modules.length > 0
      if (onServer && !client.moduleGraph.getModulesByFile(file)?.size)
        client.hot.send({ type: 'full-reload' })
    },
  }
}
