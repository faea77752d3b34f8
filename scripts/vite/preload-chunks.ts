import type { HtmlTagDescriptor, Plugin } from 'vite'

/**
 * Lists chunks that the page does not import itself in templates of the page; public/early.js loads one of the lists.
 * Fails the build when there is no chunk of a name.
 *
 * @param lists by the id of the template
 */
export function preloadChunks(lists: Record<string, readonly string[]>): Plugin {
  return {
    name: 'floe:preload-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }): HtmlTagDescriptor[] {
        const linkTo = (name: string): HtmlTagDescriptor => {
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
          return { tag: 'link', attrs }
        }
        return Object.entries(lists).map(([id, names]) => ({
          ...{ tag: 'template', attrs: { id }, children: names.map(linkTo), injectTo: 'body' },
        }))
      },
    },
  }
}
