import type { HtmlTagDescriptor, Plugin } from 'vite'

/**
 * Has the page load chunks that it does not import itself, once what it does import is on its way: most
 * visits want them next. Fails the build when there is no chunk of that name.
 */
export function preloadChunks(names: readonly string[]): Plugin {
  return {
    name: 'floe:preload-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }): HtmlTagDescriptor[] {
        return names.map((name) => {
          const chunk = Object.values(bundle).find(
            (output) => output.type === 'chunk' && output.name === name,
          )
          if (chunk === undefined) throw new Error(`The chunk ${name} is not in the bundle`)
          const attrs = {
            // As a script: a module that could not be preloaded can't be imported either, in some browsers.
            rel: 'preload',
            as: 'script',
            href: `./${chunk.fileName}`,
            fetchpriority: 'low',
            crossorigin: true,
          }
          return { tag: 'link', attrs, injectTo: 'body' }
        })
      },
    },
  }
}
