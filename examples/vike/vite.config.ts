import vike from 'vike/plugin'
import { defineConfig } from 'vite'

// Paths are Vike's. The app of the states has its own configuration, in states/.
export default defineConfig({ plugins: [vike()] })
