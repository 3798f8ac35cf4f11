/** Video.js. */
import 'video.js/dist/video-js.css'
import videojs from 'video.js'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

export default cases({
  audio(element) {
    const audio = box(element, '', 'audio')
    audio.className = 'video-js'
    videojs(audio, {
      controls: true,
      audioOnlyMode: true,
      controlBar: { pictureInPictureToggle: false },
    })
  },
})
