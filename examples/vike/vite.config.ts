import vike from 'vike/plugin'
import { defineConfig } from 'vite'

// Vike answers paths. The app of states has a configuration of its own, in states/.
export default defineConfig({ plugins: [vike()] })
