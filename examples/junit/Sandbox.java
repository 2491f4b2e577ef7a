import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

class Sandbox implements AfterEachCallback {
    static final Pattern SENT = Pattern.compile("\"method\":\"(.*?)\",\"path\":\"(.*?)\",\"query\":\"(.*?)\".*?\"status\":(\\d+)");
    final String url = System.getenv("ANIMAL_STORE_URL"), name = "test-" + UUID.randomUUID();
    final String key = System.getenv("ANIMAL_STORE_API_KEY") + "." + name;

    public void afterEach(ExtensionContext test) throws Exception {
        if (test.getExecutionException().isEmpty()) call("DELETE", "/sandboxes/" + name, "");
        else System.out.println(requests() + " " + url.replace("/v1", "/#/traffic?sandbox=" + name));
    }
    void force(String rule) throws Exception { call("POST", "/rules", rule); }
    List<String> requests() throws Exception {
        return SENT.matcher(call("GET", "/requests", "")).results()
            .map(sent -> sent.group(1) + " " + sent.group(2) + " " + sent.group(3) + " " + sent.group(4)).toList();
    }
    String call(String method, String path, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(System.getenv("ANIMAL_STORE_ADMIN_URL") + path))
            .header("Authorization", "Bearer " + key).method(method, BodyPublishers.ofString(body)).build();
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        if (response.statusCode() >= 400) throw new IllegalStateException(response.body());
        return response.body();
    }
}
