import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  preprocess: vitePreprocess({ script: false }),
  compilerOptions: {
    runes: true,
    // Short names: they are repeated a thousand times.
    cssHash: ({ hash, css }) => `s${hash(css).slice(0, 4)}`,
  },
};
