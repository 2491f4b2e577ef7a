package shop

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

type sandbox struct{ url, key, name string }
type exchange struct{ Method, Path, Query, Status, JSON any }

func openSandbox(t *testing.T) sandbox {
	name := fmt.Sprintf("test-%d", time.Now().UnixNano())
	s := sandbox{os.Getenv("ANIMAL_STORE_URL"), os.Getenv("ANIMAL_STORE_API_KEY") + "." + name, name}
	t.Cleanup(func() {
		t.Log(s.requests(), strings.Replace(s.url, "/v1", "/#/traffic?sandbox="+name, 1)) // Shown if the test failed.
		if !t.Failed() {
			s.call("DELETE", "/sandboxes/"+name, "")
		}
	})
	return s
}

func (s sandbox) force(rule string)    { s.call("POST", "/rules", rule) }
func (s sandbox) requests() []exchange { return s.call("GET", "/requests", "").Requests }

func (s sandbox) call(method, path, body string) (found struct{ Requests []exchange }) {
	request, _ := http.NewRequest(method, os.Getenv("ANIMAL_STORE_ADMIN_URL")+path, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+s.key)
	response, err := http.DefaultClient.Do(request)
	if err != nil || response.StatusCode >= 400 {
		panic(fmt.Sprint(err, response))
	}
	json.NewDecoder(response.Body).Decode(&found)
	return found
}
