import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [reactRouter()],
  environments: {
    ssr: {
      build: {
        // The whole program is the server build's entry, so that there is one module graph: pages,
        // calls and workers share one database and one sign-in.
        rollupOptions: { input: "src/main.ts" },
      },
    },
  },
  build: {
    target: "es2023",
    // A strict content security policy allows no data: addresses.
    assetsInlineLimit: 0,
  },
});
